import type { Table } from '../table-owners.ts'

/** `path` is a file or a folder. */
export type Exception = {
  readonly path: string
  readonly reads: readonly Table[]
  readonly writes?: readonly Table[]
  readonly why: string
}
