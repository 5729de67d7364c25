// npm run drill -- failover [--rounds 10] [--buyers 4] [--seed N]: the loss of the database's machine, again and again
// while buyers pay. The table goes into docs/reliability.md.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { buildIfNeeded } from '../scripts/build.ts'
import { mostAway, runFailover, type Round } from './failover.ts'

const wholeNumber = z.coerce.number().int().min(1)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '10' },
    buyers: { type: 'string', default: '4' },
    seed: { type: 'string', default: String((Date.now() % 1_000_000) + 1) },
  },
})
const settings = z.object({ rounds: wholeNumber, buyers: wholeNumber, seed: wholeNumber }).safeParse(values)

if (positionals.join() !== 'failover' || !settings.success) {
  say('Usage: npm run drill -- failover [--rounds 10] [--buyers 4] [--seed N]')
  process.exitCode = 2
} else if (process.platform === 'linux') {
  await drill(settings.data)
} else {
  say('The drill runs on Linux alone, which tells what processes a server consists of.')
  process.exitCode = 2
}

async function drill(options: { rounds: number; buyers: number; seed: number }): Promise<void> {
  await buildIfNeeded(say)
  say(`seed ${options.seed}, ${options.rounds} rounds, ${options.buyers} buyers at two processes`)
  const rounds: Round[] = []
  // The servers do not end with us by themselves.
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
  try {
    await runFailover(options, stopping.signal, (round) => {
      rounds.push(round)
      say(
        `✓ round ${rounds.length}: ${round.paid} paid, back ${seconds(round.sincePromotion)} s after the promotion`,
      )
    })
  } catch (error) {
    say(`✗ round ${rounds.length + 1}`)
    say(error instanceof Error ? `${describe(error.cause)}\n${error.message}` : String(error))
    process.exitCode = 1
    return
  }
  if (stopping.signal.aborted) {
    process.exitCode = 1
    return
  }
  const table = describeRounds(rounds)
  say(`\n${table}`)
  const late = rounds.filter(({ sincePromotion }) => sincePromotion > mostAway)
  if (late.length > 0) {
    say(`${late.length} rounds took more than ${mostAway / 1000} s from the promotion to the first payment`)
    process.exitCode = 1
    return
  }
  await writeDocument(
    `${new Date().toISOString().slice(0, 10)}, ${options.buyers} buyers, seed ${options.seed}\n\n${table}`,
  )
}

function describeRounds(rounds: readonly Round[]): string {
  const widths = [5, 7, 14, 10, 15, 17]
  const line = (cells: readonly string[]): string =>
    cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('')
  const longest = (of: (round: Round) => number): string => seconds(Math.max(...rounds.map(of)))
  const total = (of: (round: Round) => number): string =>
    String(rounds.reduce((sum, round) => sum + of(round), 0))
  return [
    line(['round', 'paid', 'asked again', 'away, s', 'promotion, s', 'from then on, s']),
    ...rounds.map((one, at) =>
      line([
        String(at + 1),
        String(one.paid),
        String(one.unclear),
        seconds(one.away),
        seconds(one.promotion),
        seconds(one.sincePromotion),
      ]),
    ),
    line([
      'all',
      total((one) => one.paid),
      total((one) => one.unclear),
      longest((one) => one.away),
      longest((one) => one.promotion),
      longest((one) => one.sincePromotion),
    ]),
    '',
    'The books agreed after each round: nothing lost, nothing charged twice, nobody told what is not so.',
  ].join('\n')
}

async function writeDocument(text: string): Promise<void> {
  const file = join(import.meta.dirname, '../docs/reliability.md')
  const document = await readFile(file, 'utf8')
  await writeFile(
    file,
    document.replace(
      /(<!-- npm run drill -- failover -->\n+```\n)[^`]*/,
      (_, before: string) => `${before}${text}\n`,
    ),
  )
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
