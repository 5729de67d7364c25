// Prints sixty random texts of all kinds for a native reader. `npm run read -- --seed 7` repeats the same choice.
import { execFile } from 'node:child_process'
import { parseArgs, promisify } from 'node:util'
import { parseSync, Visitor } from 'vite'
import { root } from './run-tool.ts'
import { readWritten, type Written } from './voice.ts'

type Kind = 'text' | 'comment' | 'test' | 'docs' | 'commit'
type Sample = { readonly kind: Kind; readonly where: string; readonly text: string }

/** How many texts of each kind are printed. */
const shares: Readonly<Record<Kind, number>> = { text: 24, comment: 14, test: 10, docs: 8, commit: 4 }

const sql =
  /\b(?:select|update|insert|delete) .* (?:from|set|into)\b|\b(?:distinct from|is (?:not )?null|case (?:[\w.]+ )?when|drop database|isolation level)\b|recordset\(/
const classes = /(?:flex|grid|text|bg|px|py|p)-/
/** Words that appear in sentences but not in lists of names. */
const connecting =
  /^(?:an?|the|of|to|and|or|in|is|are|was|were|with|for|by|on|it|at|that|from|you|your|as|be|not|no)$/i

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } })
const random = seeded(Number(values.seed))
const written = await readWritten()
const samples = [...written.flatMap(readSamples), ...(await readCommits())]
for (const [kind, share] of Object.entries(shares)) {
  const all = samples.filter((sample) => sample.kind === kind)
  for (let left = share; left > 0 && all.length > 0; left -= 1) {
    const [sample] = all.splice(Math.floor(random() * all.length), 1)
    if (sample) process.stdout.write(`[${kind}] ${sample.text}\n    ${sample.where}\n`)
  }
}

function readSamples(file: Written): Sample[] {
  if (file.path.endsWith('.md'))
    return sentencesOf(file).map((text) => ({ kind: 'docs', where: file.path, text }))
  return /\.tsx?$/.test(file.path) ? readSource(file) : []
}

/** The paragraphs, headings and list items of a page. */
function sentencesOf({ text }: Written): string[] {
  const prose = text.replace(/^```[^]*?^```/gm, '').split(/\n\s*\n|\n(?=\s*(?:-|\d+\.) )/)
  return prose
    .map((one) => one.replaceAll(/\s+/g, ' ').trim())
    .filter((one) => isProse(one) && !/^[|<]/.test(one))
}

function readSource({ path, text }: Written): Sample[] {
  const isTest = /\.(?:test|spec)\.tsx?$/.test(path)
  const { program, comments } = parseSync(path, text)
  const found: Sample[] = []
  const add = (kind: Kind, raw: string, at: number) => {
    const line = text.slice(0, at).split('\n').length
    const said = raw.replaceAll(/\s+/g, ' ').trim()
    if (isProse(said)) found.push({ kind, where: `${path}:${line}`, text: said })
  }
  for (const { value, start } of joinLines(comments, text))
    add('comment', value.replaceAll(/^\s*\*/gm, ''), start)
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === 'string' && !isTest && path.startsWith('src/')) add('text', value, start)
    },
    TemplateLiteral: ({ quasis, start }) => {
      if (!isTest && path.startsWith('src/')) add('text', quasis.map((one) => one.value.raw).join('…'), start)
    },
    JSXText: ({ value, start }) => add('text', value, start),
    CallExpression: ({ callee, arguments: [first], start }) => {
      if (!isTest || callee.type !== 'Identifier' || !/^(?:test|it)$/.test(callee.name)) return
      if (first?.type === 'Literal' && typeof first.value === 'string') add('test', first.value, start)
    },
  }).visit(program)
  return found
}

type Comment = { readonly value: string; readonly start: number; readonly end: number }

/** The comments of a file. Successive `//` lines count as one comment. */
function joinLines(comments: readonly Comment[], text: string): Comment[] {
  const joined: Comment[] = []
  for (const { value, start, end } of comments) {
    const last = joined.at(-1)
    const isNextLine = last && /^\n[ \t]*$/.test(text.slice(last.end, start)) && text.startsWith('//', start)
    if (last && isNextLine && text.startsWith('//', last.start))
      joined[joined.length - 1] = { value: `${last.value} ${value}`, start: last.start, end }
    else joined.push({ value, start, end })
  }
  return joined
}

/** At least four words that are not code, class names, SQL or a list of names. */
function isProse(text: string): boolean {
  const words = text.match(/[\p{L}’']+/gu) ?? []
  return (
    /(?:[\p{L}’']{2,}[,;:]? ){3,}[\p{L}’']{2,}/u.test(text) &&
    !/[{}<>=]|--/.test(text) &&
    !sql.test(text) &&
    !classes.test(text) &&
    !/^[a-z]{3} \p{Lu}|\p{Sc}.*\p{Sc}/u.test(text) &&
    (words.length < 9 || words.filter((word) => connecting.test(word)).length > words.length / 20)
  )
}

async function readCommits(): Promise<Sample[]> {
  const { stdout } = await promisify(execFile)('git', ['log', '-100', '--format=%h %s'], { cwd: root })
  return stdout
    .trim()
    .split('\n')
    .map((line) => ({ kind: 'commit', where: line.slice(0, 9), text: line.slice(9).trim() }))
}

/** Returns the same sequence of numbers from 0 to 1 for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
