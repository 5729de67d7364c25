// Lists mistakes in messages and translations, and texts that are not messages yet. `npm run messages -- src/buying`
// lists only a folder's texts.
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compile } from '../src/foundation/language/compile.ts'
import { type Compiled, ownNumber, type Part } from '../src/foundation/language/compiled.ts'
import { findMessages } from './find-messages.ts'
import { findUnsaid } from './find-unsaid.ts'
import { root } from './run-tool.ts'
import { isTest } from './rooms.ts'

export type Source = { readonly path: string; readonly text: string }

/** The product's own files without tests. */
export async function readProduct(): Promise<Source[]> {
  const sources: Source[] = []
  for await (const found of glob('src/**/*.{ts,tsx}', { cwd: root })) {
    const path = found.replaceAll('\\', '/')
    if (!isTest(path)) sources.push({ path, text: await readFile(join(root, found), 'utf8') })
  }
  return sources.toSorted((one, other) => one.path.localeCompare(other.path))
}

/** The mistakes in a file's messages: malformed messages, and missing or unused values. */
export function wrongMessages({ path, text }: Source): string[] {
  const { messages, unreadable, early } = findMessages(path, text)
  const placeOf = (start: number) => `${path}:${text.slice(0, start).split('\n').length}`
  return [
    ...unreadable.map((start) => `${placeOf(start)}: the message is not a literal`),
    ...early.map((start) => `${placeOf(start)}: the text is said when the file loads`),
    ...messages.flatMap(({ message, start, values }) => {
      try {
        const named = new Set(partsIn(compile(message)).map(([name]) => name))
        if (values === null) return []
        const missing = [...named].filter((name) => !values.includes(name))
        const unused = values.filter((name) => !named.has(name))
        return [
          ...missing.map((name) => `${placeOf(start)}: {${name}} has no value`),
          ...unused.map((name) => `${placeOf(start)}: ${name} is not in the message`),
        ]
      } catch (error) {
        return [`${placeOf(start)}: ${error instanceof Error ? error.message : String(error)}`]
      }
    }),
  ]
}

/** The values, choices and tags of a message, including those within its cases and tags. */
export function partsIn(compiled: Compiled): Exclude<Part, string>[] {
  if (typeof compiled === 'string') return []
  return compiled.flatMap((part) => {
    if (typeof part === 'string' || part[0] === ownNumber) return []
    return [part, ...Object.values(part[2] ?? {}).flatMap(partsIn)]
  })
}

if (import.meta.main) {
  const [place = 'src'] = process.argv.slice(2)
  const sources = (await readProduct()).filter(({ path }) => path.startsWith(place))
  const wrong = sources.flatMap(wrongMessages)
  const unsaid = sources.flatMap(findUnsaid)
  process.stdout.write([...wrong, ...unsaid.map(({ where, text }) => `${where}: ${text}`), ''].join('\n'))
  process.stdout.write(`${wrong.length} mistakes, ${unsaid.length} texts outside of messages\n`)
  process.exitCode = wrong.length === 0 ? 0 : 1
}
