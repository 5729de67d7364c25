import { parseArgs } from 'node:util'
import { buildIfNeeded } from '../scripts/build.ts'
import { otherStrikes, productKills } from './kill-steps.ts'
import { startPostgres } from './postgres.ts'
import { openShop } from './shop.ts'
import { runStep } from './run-step.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, only: { type: 'string', default: '' } },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)
await buildIfNeeded(say)
const postgres = await startPostgres()
try {
  for (const step of [...productKills, ...otherStrikes]) {
    if (!step.name.includes(values.only)) continue
    const t0 = performance.now()
    const shop = await openShop(await postgres.createDatabase())
    say(`opened ${((performance.now() - t0) / 1000).toFixed(1)}`)
    let bad = false
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const t = performance.now()
      try {
        await runStep(shop, step, round)
        say(`ok ${step.name} ${round} ${((performance.now() - t) / 1000).toFixed(1)}`)
      } catch (error) {
        bad = true
        say(
          `BAD ${step.name} ${round} ${String(error)} ${shop.folder} ${JSON.stringify([...shop.answers].slice(-3))}`,
        )
        break
      }
    }
    await shop.close(bad)
  }
} finally {
  await postgres.stop()
}
