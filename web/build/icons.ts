// SPDX-License-Identifier: AGPL-3.0-or-later
// Puts the strokes of an icon where `src/ui/icons.ts` names it, or the file of that name in a subject's folder. What is around them in Lucide's file, a note about its licence
// included, is the same in each: the page writes it once, and `/licenses` has the licence.
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const NAMED = /\blucide\('([\w-]+)'\)/g;
const ICONS = /\/src\/\w+\/icons\.ts$/;
const QUERY = '?strokes';

/** What stands between the tags of the outermost element, without the breaks between lines. */
export function strokesOf(svg: string): string {
  const start = svg.indexOf('>', svg.indexOf('<svg')) + 1;
  const end = svg.lastIndexOf('</svg>');
  if (start === 0 || end < start) throw new Error(`expected a picture in SVG, found "${svg.slice(0, 40)}"`);
  return svg.slice(start, end).replace(/\s*\n\s*/g, '');
}

/** The plugin. An icon is imported, so that the build knows the package that it comes from. */
export function icons(): Plugin {
  return {
    name: 'tabiya-icons',
    enforce: 'pre',
    transform(code, id) {
      if (!ICONS.test(id)) return null;
      const names: string[] = [];
      const body = code.replace(NAMED, (_, name: string) => `icon${names.push(name)}`);
      const imports = names.map((name, index) => `import icon${index + 1} from 'lucide-static/icons/${name}.svg${QUERY}';`);
      return { code: [...imports, body].join('\n'), map: null };
    },
    load(id) {
      if (!id.endsWith(QUERY)) return null;
      return `export default ${JSON.stringify(strokesOf(readFileSync(id.slice(0, -QUERY.length), 'utf8')))}`;
    },
  };
}
