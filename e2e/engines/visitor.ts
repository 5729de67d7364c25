// A person's actions in a browser. Each one is retried until it succeeds or a person would lose patience.
import { expect } from '@playwright/test'
import type { Found, Tab, Target } from './tab.ts'

const patienceMs = 60_000
/** Matches both Stripe frames: the one for cards only and the one for all payment methods. */
const cardFrameTitle = 'payment input frame'

export type Visitor = ReturnType<typeof visitorOf>

/** More tab stops than the longest page has. */
const most = 80
/** Tabs in both directions, because no driver reliably leaves the browser's own controls at the end of a page. */
const keysTo = { 'in its group': 'ArrowDown', before: 'Shift+Tab', after: 'Tab' } as const

/** With `isByKeyboard`, the visitor uses no pointer. */
export function visitorOf(tab: Tab, site: string, isByKeyboard = false) {
  /** Returns the element once it can be used. */
  const reach = async (target: Target, use: 'see' | 'press' | 'attach'): Promise<Found> => {
    let found: Found | string = ''
    await expect(async () => {
      found = await tab.find(target, use)
      expect(found, describe(target)).not.toEqual(expect.any(String))
    }).toPass({ timeout: patienceMs, intervals: [50, 100, 200] })
    if (typeof found === 'string') throw new Error(found)
    return found
  }
  /** Tabs to the element. In a group of choices, it tabs to the selected one and continues with the arrow keys. */
  const tabTo = async (target: Target): Promise<void> => {
    const [frame] = target.within ?? []
    const placeOf = async () => {
      const around = frame === undefined ? 'here' : await tab.placeOfFrame(frame)
      return around === 'before' || around === 'after' ? around : (await reach(target, 'see')).focus()
    }
    let place = await placeOf()
    for (let stops = 0; place !== 'here'; stops += 1) {
      expect(stops, `stops on the way to ${describe(target)}`).toBeLessThan(most)
      // The page takes a moment to scroll to an element below the window.
      if (place !== 'out of sight') await tab.pressKey(keysTo[place])
      place = await placeOf()
    }
  }
  const press = async (target: Target) => {
    if (!isByKeyboard) return (await reach(target, 'press')).press()
    await tabTo(target)
    const role = 'role' in target ? target.role : ''
    // Arrow keys already select a radio button.
    if (role !== 'radio') await tab.pressKey(role === 'checkbox' ? 'Space' : 'Enter')
  }
  const type = async (target: Target, text: string) => {
    if (!isByKeyboard) return (await reach(target, 'press')).type(text)
    await tabTo(target)
    await tab.writeOver(text)
  }

  return {
    /** Opens a path on the product or another site, without waiting until it has loaded. */
    open: async (address: string) => tab.open(new URL(address, site).href),
    isAt: async (address: RegExp | string) =>
      expect(async () => {
        const at = await tab.address()
        if (typeof address === 'string') expect(at).toBe(new URL(address, site).href)
        else expect(at).toMatch(address)
      }).toPass({ timeout: patienceMs, intervals: [50, 100, 200] }),
    see: async (target: Target) => {
      await reach(target, 'see')
    },
    seesNo: async (target: Target) =>
      expect(async () => {
        expect(await tab.find(target, 'see'), describe(target)).toBe('there is none')
      }).toPass({ timeout: patienceMs, intervals: [50, 100, 200] }),
    press,
    attach: async (target: Target, path: string) => (await reach(target, 'attach')).attach(path),
    pressEscape: async () => tab.pressKey('Escape'),
    /** Expects the page to have no accessibility problems in its current state. */
    findsNoBarriers: async () => {
      await expect.poll(async () => tab.barriers(), { timeout: patienceMs }).toEqual([])
    },
    type,
    /** Types a card into Stripe's frame, with a future expiry date and a valid security code. */
    fillCard: async (number: string, within: readonly string[] = []) => {
      const field = (name: string) => ({ role: 'textbox', name, within: [...within, cardFrameTitle] })
      await type(field('Card number'), number)
      await type(field('Expiry date'), '1234')
      await type(field('CVC'), '123')
    },
  }
}

function describe(target: Target): string {
  return Object.entries(target)
    .map(
      ([key, value]) =>
        `${key} ${typeof value === 'object' && !(value instanceof RegExp) ? JSON.stringify(value) : String(value)}`,
    )
    .join(', ')
}
