import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { compile } from '../src/foundation/language/compile.ts'
import { findMessages } from './find-messages.ts'
import { root } from './run-tool.ts'

type Named = { readonly name: string }

/**
 * Compiles the messages in the browser programs. The built pages of `isPage` contain each message's id, and
 * `.vite/words-{program}.json` lists the entry's messages and those of later parts by id.
 */
export function compileMessages(isPage: (environment: Named) => boolean): Plugin {
  const found = new Map<string, readonly string[]>()
  let ids: ReadonlyMap<string, string> = new Map()
  return {
    name: 'compile-messages',
    enforce: 'pre',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    buildStart() {
      if (this.environment.mode === 'build' && ids.size === 0) ids = idsOfMessages()
    },
    transform(code, path) {
      const file = path.replace(/\?.*$/, '')
      if (!/\/src\/.*\.tsx?$/.test(file)) return null
      const { messages } = findMessages(file, code)
      if (messages.length === 0) return null
      found.set(
        file,
        messages.map(({ message }) => message),
      )
      if (!isPage(this.environment)) return { code: replace(code, messages, compiledJson), map: null }
      if (this.environment.mode === 'dev') return { code: withDefaults(code, messages), map: null }
      return { code: replace(code, messages, (message) => JSON.stringify(ids.get(message))), map: null }
    },
    generateBundle(_options, bundle) {
      if (!isPage(this.environment)) return
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const entry = chunks.find(({ isEntry }) => isEntry)
      if (entry === undefined) return
      const isFirst = new Set([entry.fileName, ...entry.imports])
      const list = (wanted: boolean) => {
        const messages = chunks
          .filter(({ fileName }) => isFirst.has(fileName) === wanted)
          .flatMap(({ moduleIds }) => moduleIds.flatMap((id) => found.get(id.replace(/\?.*$/, '')) ?? []))
        return Object.fromEntries(messages.map((message) => [ids.get(message) ?? '', message]))
      }
      const first = list(true)
      const later = Object.fromEntries(Object.entries(list(false)).filter(([id]) => !(id in first)))
      const source = JSON.stringify({ first, later })
      this.emitFile({ type: 'asset', fileName: `.vite/words-${entry.name}.json`, source })
    },
  }
}

/** Gives each message a short id, because unique text makes up most of a compressed script. */
function idsOfMessages(): Map<string, string> {
  const messages = globSync('src/**/*.{ts,tsx}', { cwd: root }).flatMap((path) =>
    findMessages(path, readFileSync(join(root, path), 'utf8')).messages.map(({ message }) => message),
  )
  return new Map([...new Set(messages)].toSorted().map((message, index) => [message, shortId(index)]))
}

const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

function shortId(index: number): string {
  const rest = Math.floor(index / digits.length)
  return (rest === 0 ? '' : shortId(rest)) + digits.charAt(index % digits.length)
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

/** The development server cannot list a page's messages, so each module contains its English texts. */
function withDefaults(code: string, messages: readonly Literal[]): string {
  const words = Object.fromEntries(messages.map(({ message }) => [message, compile(message)]))
  return `${code}\nimport { registerDefaults } from '#foundation/language/words.ts'\nregisterDefaults(${JSON.stringify(words)})`
}
