import { sql } from 'kysely'

/** Where the mails of a purchase go, as an expression on `purchases`; of a row: `mailAddressOf`. */
export const mailAddress = sql<string>`coalesce(purchases.mail_to, purchases.email)`
