/** The tables, by name, as Kysely sees them. */
export interface Database {}
