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

/** Asks one worker, which starts with the first question and anew after it died. */
export class Asker {
  private worker: WorkerLike | null = null;
  private readonly waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: RulesError) => void }>();

  constructor(private readonly make: () => WorkerLike) {}

  ask(call: Record<string, unknown>, needsNet = false): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = nextNumber();
      try {
        this.worker ??= this.started();
        this.waiting.set(id, { resolve, reject });
        this.worker.postMessage({ id, call, needsNet });
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
    worker.onmessage = ({ data }) => {
      if (!('answer' in data)) return;
      const asked = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      try {
        asked?.resolve(unwrapped(data.answer));
      } catch (error) {
        asked?.reject(error as RulesError);
      }
      if (isFatal(data.answer)) this.fail('died', 'The rules stopped working.');
    };
    worker.onerror = () => this.fail('unavailable', 'The rules could not be started in this browser.');
    return worker;
  }

  private fail(code: ProblemCode, message: string): void {
    this.worker?.terminate();
    this.worker = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(new RulesError(code, message));
  }
}
