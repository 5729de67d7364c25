import type { RestingParts } from '../resting-contract.ts'

const list = new Intl.ListFormat('en-US')

/** How much of a form rests: "2 order bumps, 1 tax, and 1 timer". */
export function restingWords({ bumps, offers, taxes, timers }: RestingParts): string {
  return list.format([
    ...counted(bumps, 'order bump'),
    ...counted(offers, 'one-time offer'),
    ...counted(taxes, 'tax'),
    ...counted(timers, 'timer'),
  ])
}

function counted(count: number, noun: string): string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]
}
