// The package's own types describe its `require` build, but the file used here is a module.
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js'

  export default function createBidi(): Bidi
}
