import { sql } from 'kysely'

/** Where the mails of a purchase go, as an expression on `purchases`; of a row: `mailAddressOf`. */
export const mailAddress = sql<string>`coalesce(purchases.mail_to, purchases.email)`

/** The same of a purchase that its statement has just moved, under the name `moved`. */
export const movedMailAddress = sql<string>`coalesce(moved.mail_to, moved.email)`
