// The package's types describe its `require` build; this file of it is a module.
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js'

  export default function createBidi(): Bidi
}
