// A flow's interface to a browser: each engine implements it with its own protocol, pointer and keys.
import type { Wanted } from './find-in-page.ts'
import type { PlaceOfFocus } from './focus-in-page.ts'

/** An element of a page; `within` are the ends of the titles of the frames around it, from the outside in. */
export type Target = Wanted & { within?: readonly string[] }

/** An element that can be clicked now. */
export type Found = {
  press: () => Promise<void>
  /** Replaces the field's text. */
  type: (text: string) => Promise<void>
  /** Chooses a file of this machine. */
  attach: (path: string) => Promise<void>
  /** Its position relative to the focus. */
  focus: () => Promise<PlaceOfFocus>
}

export type Key = 'Tab' | 'Shift+Tab' | 'Enter' | 'Space' | 'ArrowDown' | 'Escape'

/** A tab with its own storage, signed out. */
export type Tab = {
  /** Opens a URL as from the address bar; does not wait for the page. */
  open: (address: string) => Promise<void>
  address: () => Promise<string>
  /** The one matching element, or the reason why it cannot be used yet. */
  find: (target: Target, use: 'see' | 'press' | 'attach') => Promise<Found | string>
  /** The position of a frame relative to the focus. Looking into one may move the focus there. */
  placeOfFrame: (title: string) => Promise<PlaceOfFocus | 'missing'>
  /** Presses a key at the focus. */
  pressKey: (key: Key) => Promise<void>
  /** Types at the focus, replacing the text there. */
  writeOver: (text: string) => Promise<void>
  /** Barriers in the page as shown, by WCAG 2.2 A and AA, as far as a program can tell. */
  barriers: () => Promise<string[]>
  /** In CSS pixels. */
  width: () => Promise<number>
  /** Uncaught errors of its pages' scripts, where the engine reports them. */
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
