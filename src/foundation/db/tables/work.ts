import type { ColumnType } from 'kysely'
import type { CreatedAt, Defaulted, DefaultedJson, Json, View } from '../driver/column-types.ts'

export type WebhookEventsTable = {
  id: string
  stripeAccountId: string | null
  type: string
  payload: Json<unknown>
  receivedAt: CreatedAt
  doneAt: Date | null
  outcome: string | null
  attempts: Defaulted<number>
  nextAttemptAt: Date | null
}

export type WebhookEventsView = View<WebhookEventsTable, 'receivedAt' | 'nextAttemptAt'>

export type MailsTable = {
  id: string
  kind: string
  purchaseId: string | null
  refundId: string | null
  userId: string | null
  /** Distinguishes several messages of the same kind for the same purchase. */
  about: Defaulted<string>
  /** What the message's writer needs besides the ids. */
  data: DefaultedJson<Record<string, unknown>>
  recipient: string
  /** The subject, or null until the message is written. Once written, the texts stay the same. */
  subject: string | null
  text: string | null
  html: string | null
  /** The reply-to address, or null for the sender's address. */
  replyTo: string | null
  /**
   * The thread in which mail programs show the email, such as all emails about an order. Null if the email has no
   * thread.
   */
  thread: string | null
  createdAt: CreatedAt
  sentAt: Date | null
  attempts: Defaulted<number>
  nextAttemptAt: Defaulted<Date | null>
}

export type MailsView = View<
  MailsTable,
  | 'id'
  | 'kind'
  | 'purchaseId'
  | 'refundId'
  | 'userId'
  | 'about'
  | 'data'
  | 'recipient'
  | 'createdAt'
  | 'sentAt'
  | 'nextAttemptAt'
>

export type SchedulesTable = { name: string; nextRunAt: Date; finishedAt: Date | null }

export type SchedulesView = View<SchedulesTable, 'name' | 'finishedAt'>

export type RateLimitsTable = { key: string; count: number; endsAt: Date }

export type UploadsTable = {
  id: string
  sellerId: string
  /** The user who uploaded it, or null if they were erased. The upload belongs to the seller. */
  userId: string | null
  kind: 'picture' | 'file'
  /** The file's path in the file storage, which we generate. */
  path: string
  /** The file name that the uploader gave it. It is shown and sent, but never used as a path. */
  name: string
  type: string
  /** Bytes. */
  size: number
  createdAt: CreatedAt
  deletedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** A file's version number, counted from 1, and the version that replaced it. */
  version: Defaulted<number>
  replacedBy: ColumnType<string | null, undefined, string>
  replacedAt: ColumnType<Date | null, undefined, Date>
}

export type UploadsView = View<
  UploadsTable,
  'id' | 'sellerId' | 'kind' | 'name' | 'type' | 'size' | 'createdAt' | 'deletedAt' | 'version' | 'replacedAt'
>

/** A large upload in progress. It is moved to `uploads` when it is complete. */
export type BegunUploadsTable = {
  id: string
  sellerId: string
  /** The user who uploads it, or null if they were erased. */
  userId: string | null
  /** The file's future path in the file storage. */
  path: string
  name: string
  type: string
  /** Bytes. */
  size: number
  /** The size of each part except the last, in bytes. */
  partSize: number
  /** When the file was modified according to the browser, in milliseconds. */
  modifiedAt: number
  /** The file storage's own id for the upload, or null until it has begun there. */
  storageId: string | null
  createdAt: Date
  /** When data was last received. */
  touchedAt: Date
  /** When the removal of the upload began. */
  endingAt: Date | null
}

/** A received part of an upload, counted from 1. `tag` is the storage's id for the part. */
export type BegunPartsTable = {
  uploadId: string
  number: number
  tag: string
}
