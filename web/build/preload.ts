// SPDX-License-Identifier: AGPL-3.0-or-later
// Writes `pages/NAME.html` for each page of the files `src/*/subject.ts`: the document with links to all files that this page needs,
// so that the browser asks for them at once and not one behind the other.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** What is needed of a file of the bundle. */
interface Chunk {
  fileName: string;
  facadeModuleId: string | null;
  imports: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/** What a subject shows on the settings page. */
const IN_SETTINGS = /\binSettings: \[(.*?)\]/;

/** A page as its subject's file names it. */
export interface BuiltPage {
  page: string;
  /** The modules that it begins with: its component, the language, and its texts. */
  modules: string[];
  /** Whether it also opens without a server. */
  isKept: boolean;
}

const PAGE = /^ {4}(\w+): \{ load: \(\) => import\('\.\/([^']+)'\), texts: \[(.*)\](, isKept: true)?(?:, \w+: true)* \},$/gm;
const PART = /'(\w+)'/g;
/** The language that is spoken where the browser wants none that there is. */
const LANGUAGE = '/src/locale/en/index.ts';

/** The pages with the modules that each begins with, read from the text of a subject's file in this folder of `src`. */
export function pagesOf(source: string, folder: string): BuiltPage[] {
  return [...source.matchAll(PAGE)].map(([, page = '', module = '', parts = '', kept]) => ({
    page,
    isKept: kept !== undefined,
    modules: [`/src/${folder}/${module}`, LANGUAGE, ...textsIn(parts)],
  }));
}

const textsIn = (parts: string): string[] => [...parts.matchAll(PART)].map(([, part]) => `/src/locale/en/${part}.ts`);

/** The pages of all subjects; `src` is the folder with the subjects' folders. */
export function allPages(src: string): BuiltPage[] {
  const folders = readdirSync(src).filter((name) => existsSync(resolve(src, name, 'subject.ts')));
  const sources = folders.map((folder) => [folder, readFileSync(resolve(src, folder, 'subject.ts'), 'utf8')] as const);
  const inSettings = sources.flatMap(([, source]) => textsIn(IN_SETTINGS.exec(source)?.[1] ?? ''));
  const pages = sources.flatMap(([folder, source]) => pagesOf(source, folder));
  return pages.map((built) => (built.page === 'settings' ? { ...built, modules: [...built.modules, ...inSettings] } : built));
}

/** All files that some modules need, the scripts and the style sheets. */
function needed(chunks: Map<string, Chunk>, modules: string[]): { scripts: Set<string>; sheets: Set<string> } {
  const [scripts, sheets] = [new Set<string>(), new Set<string>()];
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || scripts.has(chunk.fileName)) return;
    scripts.add(chunk.fileName);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) sheets.add(sheet);
    for (const other of chunk.imports) add(chunks.get(other));
  };
  for (const module of modules) {
    add([...chunks.values()].find((chunk) => chunk.facadeModuleId?.endsWith(module)));
  }
  return { scripts, sheets };
}

/** The plugin. */
export function preload(): Plugin {
  let root = '';
  return {
    name: 'tabiya-preload',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') return;
      const html = String(index.source);
      const chunks = new Map<string, Chunk>();
      for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.set(file.fileName, file as Chunk);
      for (const { page, modules } of allPages(resolve(root, 'src'))) {
        const { scripts, sheets } = needed(chunks, modules);
        const links = [
          ...[...sheets].map((sheet) => `<link rel="stylesheet" crossorigin href="/${sheet}">`),
          ...[...scripts].map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`),
        ].filter((link) => ![...html.matchAll(/(?:href|src)="([^"]+)"/g)].some(([, known]) => link.includes(`"${known}"`)));
        const whole = html.replace('</head>', `  ${links.join('\n    ')}\n  </head>`);
        // Comments and indents are for whoever reads the source.
        const source = whole.replaceAll(/<!--.*?-->\n?/gs, '').replaceAll(/\n\s+/g, '\n');
        this.emitFile({ type: 'asset', fileName: `pages/${page}.html`, source });
      }
    },
  };
}
