// What a flow needs of a browser: each engine does it by its own protocol, with a pointer and keys as people have them.
import type { Wanted } from './find-in-page.ts'
import type { PlaceOfFocus } from './focus-in-page.ts'

/** Something of a page; `within` are the ends of the titles of the frames around it, from the outside in. */
export type Target = Wanted & { within?: readonly string[] }

/** An element that can be pressed now. */
export type Found = {
  press: () => Promise<void>
  /** Replaces what stands in the field. */
  type: (text: string) => Promise<void>
  /** Chooses a file of this machine. */
  attach: (path: string) => Promise<void>
  /** Where it is, seen from the keyboard. */
  focus: () => Promise<PlaceOfFocus>
}

export type Key = 'Tab' | 'Shift+Tab' | 'Enter' | 'Space' | 'ArrowDown' | 'Escape'

/** A tab with a store of its own: nobody is signed in. */
export type Tab = {
  /** Goes to an address as by the address bar; does not wait for the page. */
  open: (address: string) => Promise<void>
  address: () => Promise<string>
  /** The one element that is meant, or why it cannot be used yet. */
  find: (target: Target, use: 'see' | 'press' | 'attach') => Promise<Found | string>
  /** Where a frame of the page is, seen from the keyboard. To look into one may bring the keyboard there. */
  placeOfFrame: (title: string) => Promise<PlaceOfFocus | 'missing'>
  /** Presses a key where the keyboard is. */
  pressKey: (key: Key) => Promise<void>
  /** Types where the keyboard is, in place of what is there. */
  writeOver: (text: string) => Promise<void>
  /** What keeps people out of the page as it is shown, by WCAG 2.2 A and AA, as far as a program can tell. */
  barriers: () => Promise<string[]>
  /** In CSS pixels. */
  width: () => Promise<number>
  /** What the scripts of its pages threw and did not catch, where the engine tells. */
  errors: () => string[]
  screenshot: () => Promise<Buffer>
  close: () => Promise<void>
}

/** The inside of a window, in CSS pixels. */
export type Size = { readonly width: number; readonly height: number }

export type Engine = {
  newTab: (size: Size) => Promise<Tab>
  stop: () => Promise<void>
}
