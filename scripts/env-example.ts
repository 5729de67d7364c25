// Writes `.env.example`: every setting with its default and its explanation from docs/operations.md.
//
// node scripts/env-example.ts
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settingDefaults, settingNames } from '#foundation/config/config.ts'
import { root } from './run-tool.ts'

export const envExample = join(root, '.env.example')

const head = `# Tillform's settings, each with its default. To change one, copy this file to .env, remove the # before the setting's line
# and edit it. Outside production .env is read from this folder; in production set these variables in the environment.
# docs/operations.md says more about each. Made by: node scripts/env-example.ts
`

type Row = { readonly names: readonly string[]; readonly meaning: string; readonly unset: string }

/** Returns the required content of `.env.example`. Throws if the settings table lacks a setting. */
export async function writeExample(): Promise<string> {
  const rows = readRows(await readFile(join(root, 'docs/operations.md'), 'utf8'))
  const explained = new Set(rows.flatMap(({ names }) => names))
  const missing = settingNames.filter((name) => !explained.has(name))
  if (missing.length > 0) throw new Error(`docs/operations.md does not explain ${missing.join(', ')}`)
  const defaults = settingDefaults()
  const blocks = rows.map(({ names, meaning, unset }) => {
    const lines = wrap(`${meaning}. If unset: ${unset}.`).map((line) => `# ${line}`)
    return [...lines, ...names.map((name) => `#${name}=${quote(defaults[name] ?? '')}`), ''].join('\n')
  })
  return [head, ...blocks].join('\n')
}

/** The rows of the settings table, except settings that are not read from `.env`. */
function readRows(page: string): Row[] {
  const [, section = ''] = page.split('\n## Settings\n')
  const [table = ''] = section.split('\n## ')
  return [...table.matchAll(/^\| (`.+?) +\| (.+?) +\| (.+?) +\|$/gm)].flatMap(
    ([, first = '', meaning = '', unset = '']) => {
      const names = [...first.matchAll(/`(\w+)`/g)]
        .flatMap(([, name = '']) => name)
        .filter((name) => settingNames.includes(name))
      return names.length === 0 ? [] : [{ names, meaning: plain(meaning), unset: plain(unset) }]
    },
  )
}

function plain(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '')
}

function wrap(text: string): string[] {
  return [...text.matchAll(/\S.{0,107}(?=\s|$)/g)].map(([line]) => line)
}

function quote(value: string): string {
  return /[\s<>#]/.test(value) ? `"${value}"` : value
}

if (import.meta.main) await writeFile(envExample, await writeExample())
