import type { EventFaults, PlannedDelivery } from '#world.ts'
import type { CallFault, EventFault, FaultScript } from './script.ts'

/** The current fault script with the number of matches so far. It is lost when the sandbox stops. */
export type Faults = EventFaults & {
  readonly setScript: (script: FaultScript) => void
  readonly script: () => FaultScript
  readonly nextCall: (method: string, path: string) => CallFault | undefined
}

const onTime: PlannedDelivery = { delayMs: 0, isForged: false, beforeAnswer: false }
const longestReorderMs = 1000

export function createFaults(): Faults {
  let script: FaultScript = { calls: [], events: [] }
  let calls: CallRule[] = []
  let events: EventRule[] = []
  return {
    setScript(next) {
      script = next
      calls = next.calls.map((rule) => ({ ...rule, pattern: asPattern(rule.path), seen: 0 }))
      events = next.events.map((rule) => ({
        ...rule,
        pattern: asPattern(rule.type),
        done: 0,
        random: randomFrom(rule.seed ?? 1),
      }))
    },
    script: () => script,
    nextCall(method, path) {
      let hit: CallFault | undefined
      for (const rule of calls) {
        if (rule.method !== '*' && rule.method !== method) continue
        if (!rule.pattern.test(path)) continue
        rule.seen += 1
        if (hit === undefined && isDue(rule)) hit = rule.fault
      }
      return hit
    },
    plan(type) {
      const rule = events.find((one) => one.pattern.test(type) && strikes(one))
      if (rule === undefined) return [onTime]
      rule.done += 1
      return planned(rule.fault, rule.random)
    },
  }
}

type CallRule = FaultScript['calls'][number] & { pattern: RegExp; seen: number }
type EventRule = FaultScript['events'][number] & { pattern: RegExp; done: number; random: () => number }

function isDue(rule: CallRule): boolean {
  if (rule.nth !== undefined) return rule.seen === rule.nth
  return rule.times === undefined || rule.seen <= rule.times
}

function strikes(rule: EventRule): boolean {
  if (rule.times !== undefined && rule.done >= rule.times) return false
  return rule.probability === undefined || rule.random() < rule.probability
}

function planned(fault: EventFault, random: () => number): PlannedDelivery[] {
  const plans: Record<Exclude<EventFault['kind'], 'duplicate' | 'delay'>, PlannedDelivery[]> = {
    drop: [],
    reorder: [{ ...onTime, delayMs: Math.floor(random() * longestReorderMs) }],
    forge: [{ ...onTime, isForged: true }, onTime],
    before_answer: [{ ...onTime, beforeAnswer: true }],
  }
  if (fault.kind === 'duplicate') return Array.from({ length: fault.times + 1 }, () => onTime)
  if (fault.kind === 'delay') return [{ ...onTime, delayMs: fault.ms }]
  return plans[fault.kind]
}

function asPattern(text: string): RegExp {
  const escaped = text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll('*', '[^/]*')}$`)
}

/** A random generator that returns the same sequence for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
