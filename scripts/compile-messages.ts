import type { Plugin } from 'vite'
import { compile } from '../src/foundation/language/compile.ts'
import { messageId } from '../src/foundation/language/message-id.ts'
import { findMessages } from './find-messages.ts'

type Named = { readonly name: string }

/**
 * Compiles the messages of the programs for browsers. Where `hasIds`, each becomes its id, and `.vite/words-{program}.json`
 * lists the messages by id: those of the entry, and those that come with later parts.
 */
export function compileMessages(hasIds: (environment: Named) => boolean): Plugin {
  const found = new Map<string, readonly string[]>()
  return {
    name: 'compile-messages',
    enforce: 'pre',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform(code, id) {
      const [path = ''] = id.split('?')
      if (!/\/src\/.*\.tsx?$/.test(path)) return null
      const { messages } = findMessages(path, code)
      if (messages.length === 0) return null
      const isPage = hasIds(this.environment)
      found.set(
        path,
        messages.map(({ message }) => message),
      )
      const isServed = this.environment.mode === 'dev'
      return {
        code: isPage ? withIds(code, messages, isServed) : replace(code, messages, compiledJson),
        map: null,
      }
    },
    generateBundle(_options, bundle) {
      if (!hasIds(this.environment)) return
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const entry = chunks.find(({ isEntry }) => isEntry)
      if (entry === undefined) return
      const isFirst = new Set([entry.fileName, ...entry.imports])
      const listed = (wanted: boolean) =>
        Object.fromEntries(
          chunks
            .filter(({ fileName }) => isFirst.has(fileName) === wanted)
            .flatMap(({ code, moduleIds }) =>
              moduleIds
                .flatMap((module) => found.get(module.split('?')[0] ?? '') ?? [])
                .map((message) => [messageId(message), message] as const)
                .filter(([short]) => code.includes(short)),
            )
            .toSorted(([one], [other]) => one.localeCompare(other)),
        )
      const first = listed(true)
      const later = Object.fromEntries(Object.entries(listed(false)).filter(([short]) => !(short in first)))
      this.emitFile({
        type: 'asset',
        fileName: `.vite/words-${entry.name}.json`,
        source: JSON.stringify({ first, later }),
      })
    },
  }
}

type Literal = { readonly message: string; readonly start: number; readonly end: number }

function replace(code: string, literals: readonly Literal[], by: (message: string) => string): string {
  return literals
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { message, start, end }) => text.slice(0, start) + by(message) + text.slice(end), code)
}

function compiledJson(message: string): string {
  return JSON.stringify(compile(message))
}

/** The development server has no list of what a page needs, so each module brings its English texts. */
function withIds(code: string, messages: readonly Literal[], isServed: boolean): string {
  const replaced = replace(code, messages, (message) => JSON.stringify(messageId(message)))
  if (!isServed) return replaced
  const words = Object.fromEntries(messages.map(({ message }) => [messageId(message), compile(message)]))
  return `${replaced}\nimport { registerDefaults } from '#foundation/language/words.ts'\nregisterDefaults(${JSON.stringify(words)})`
}
