import { msg } from '#foundation/language/t.ts'
import { defineFailure } from '#foundation/failures/failure.ts'
import { uploadMessages } from './messages.ts'

export class UploadNeedsSignIn extends defineFailure('not_signed_in', 401, uploadMessages.notSignedIn) {}

export class FileTooLarge extends defineFailure('too_large', 413, uploadMessages.tooLarge, {
  field: 'file',
}) {}

export class FileRefused extends defineFailure('invalid_fields', 422, (message: string) => message, {
  field: 'file',
}) {}

export class FileNotSupported extends FileRefused {
  constructor(type: string) {
    super(uploadMessages.notSupported(type))
  }
}

/** The seller has reached the limit of stored files or bytes. */
export class StorageFull extends defineFailure('storage_full', 409, (message: string) => message) {}

/** The server's disk has no room for a file of this size now. */
export class NoRoom extends defineFailure('no_room', 503, uploadMessages.noRoom) {}

/** Anyone can sign up with any email address, so large files require a confirmed one. */
export class AddressUnconfirmed extends defineFailure(
  'email_unconfirmed',
  403,
  uploadMessages.confirmFirst,
) {}

/** The finished file was requested before all of its parts had arrived. */
export class PartsMissing extends defineFailure(
  'parts_missing',
  409,
  msg('Part of the file has not arrived yet'),
) {}

export class NotMultipart extends defineFailure(
  'unsupported_content_type',
  415,
  msg('Send the file as multipart/form-data'),
) {}

/** The multipart body is malformed, or ended before it was complete. */
export class UnreadableUpload extends defineFailure('unreadable', 400, msg('The upload could not be read')) {
  constructor(cause: unknown) {
    super()
    this.cause = cause
  }
}
