// SPDX-License-Identifier: AGPL-3.0-or-later
// A worker with questions and answers by number.
import type { Answer, Heard, ProblemCode, Told } from './types';

/** What the clients need of a `Worker`. */
export interface WorkerLike {
  postMessage(told: Told): void;
  terminate(): void;
  onmessage: ((event: { data: Heard }) => void) | null;
  onerror: ((event: unknown) => void) | null;
}

/** A worker with the rules and the engine. */
export function startWorker(): WorkerLike {
  return new Worker(new URL('./wasm-worker.ts', import.meta.url), { type: 'module', name: 'tabiya' }) as WorkerLike;
}

/** Why a question has no answer: a code for programs, and a sentence for people. */
export class RulesError extends Error {
  constructor(
    readonly code: ProblemCode,
    message: string,
  ) {
    super(message);
    this.name = 'RulesError';
  }
}

/** The numbers of questions are never used twice, so that no old answer is taken for a new one. */
let last = 0;
export const nextNumber = (): number => (last += 1);

/** What was asked for, or the error. */
export function unwrapped(answer: Answer): unknown {
  if ('ok' in answer) return answer.ok;
  throw new RulesError(answer.error.code, answer.error.message);
}

/** A problem after which the worker is of no more use. */
export const isFatal = (answer: Answer): boolean => 'error' in answer && ['died', 'unavailable'].includes(answer.error.code);

/** A worker that has answered before, and then is silent for so long, has died without a word. In milliseconds. */
const SILENCE = 3_000;
/** The same while it reads or writes a PGN, which takes long. */
const LONG_SILENCE = 30_000;

interface Question {
  told: Told;
  /** How long the answer may take; null where it may search. */
  patience: number | null;
  /** Whether another worker is asked it already. */
  isRepeated: boolean;
  resolve: (value: unknown) => void;
  reject: (error: RulesError) => void;
}

/** Asks one worker, which starts with the first question and anew after it died. */
export class Asker {
  private worker: WorkerLike | null = null;
  private hasAnswered = false;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private readonly waiting = new Map<number, Question>();

  constructor(private readonly make: () => WorkerLike) {}

  ask(call: Record<string, unknown>, needsNet = false): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = nextNumber();
      const isPgn = call.do === 'read_pgn' || call.do === 'write_pgn';
      const patience = needsNet ? null : isPgn ? LONG_SILENCE : SILENCE;
      const question = { told: { id, call, needsNet }, patience, isRepeated: false, resolve, reject };
      try {
        this.worker ??= this.started();
        this.waiting.set(id, question);
        this.worker.postMessage(question.told);
        this.listen();
      } catch (error) {
        this.waiting.delete(id);
        reject(new RulesError('unavailable', error instanceof Error ? error.message : String(error)));
      }
    });
  }

  /** Ends the worker. What still waits is told so. */
  close(): void {
    this.fail('stopped', 'The question was withdrawn.');
  }

  private started(): WorkerLike {
    const worker = this.make();
    this.hasAnswered = false;
    worker.onmessage = ({ data }) => {
      if (!('answer' in data)) return;
      this.hasAnswered = true;
      const asked = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      try {
        asked?.resolve(unwrapped(data.answer));
      } catch (error) {
        asked?.reject(error as RulesError);
      }
      if (isFatal(data.answer)) this.fail('died', 'The rules stopped working.');
      this.listen(true);
    };
    worker.onerror = () => this.fail('unavailable', 'The rules could not be started in this browser.');
    return worker;
  }

  /** Waits for the next answer. The first of a worker may take as long as the network: it loads the module. */
  private listen(isAnew = false): void {
    if (isAnew) {
      clearTimeout(this.silence);
      this.silence = undefined;
    }
    const longest = Math.max(0, ...[...this.waiting.values()].map(({ patience }) => patience ?? Infinity));
    if (this.silence !== undefined || !this.hasAnswered || longest === 0 || longest === Infinity) return;
    this.silence = setTimeout(() => this.replace(), longest);
  }

  /** Another worker is asked what this one has left unanswered, once. */
  private replace(): void {
    this.silence = undefined;
    const waiting = [...this.waiting.values()];
    if (waiting.some(({ isRepeated }) => isRepeated)) return this.fail('died', 'The rules stopped working.');
    this.worker?.terminate();
    this.worker = null;
    try {
      const worker = (this.worker = this.started());
      for (const question of waiting) {
        question.isRepeated = true;
        worker.postMessage(question.told);
      }
    } catch (error) {
      this.fail('unavailable', error instanceof Error ? error.message : String(error));
    }
  }

  private fail(code: ProblemCode, message: string): void {
    clearTimeout(this.silence);
    this.silence = undefined;
    this.worker?.terminate();
    this.worker = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(new RulesError(code, message));
  }
}
