// Who names the tables of another domain, each with the reason. Shrink it: what is read elsewhere binds its owner.
import { accounts } from './table-exceptions/accounts.ts'
import { buying } from './table-exceptions/buying.ts'
import { others } from './table-exceptions/others.ts'
import { payments } from './table-exceptions/payments.ts'
import { selling } from './table-exceptions/selling.ts'
import type { Exception } from './table-exceptions/exception.ts'

/** By the room that names them, a file each. */
export const exceptions: readonly Exception[] = [...accounts, ...buying, ...others, ...payments, ...selling]
