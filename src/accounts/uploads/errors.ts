import { Failure } from '#foundation/failures/failure.ts'
import { uploadMessages } from './messages.ts'

export class UploadNeedsSignIn extends Failure {
  readonly status = 401
  readonly code = 'not_signed_in'

  constructor() {
    super(uploadMessages.notSignedIn)
  }
}

export class FileTooLarge extends Failure {
  readonly status = 413
  readonly code = 'too_large'
  override readonly errors: Readonly<Record<string, string>>

  constructor(name: string, most: number) {
    super(uploadMessages.tooLarge(name, most))
    this.errors = { file: this.message }
  }
}

export class FileRefused extends Failure {
  readonly status = 422
  readonly code = 'invalid_fields'
  override readonly errors: Readonly<Record<string, string>>

  constructor(message: string) {
    super(message)
    this.errors = { file: message }
  }
}

export class FileNotSupported extends FileRefused {
  constructor(type: string) {
    super(uploadMessages.notSupported(type))
  }
}

/** The seller has stored as many files, or as many bytes, as one may. */
export class StorageFull extends Failure {
  readonly status = 409
  readonly code = 'storage_full'
}

/** The disk of the server has no room for a file of this size now. */
export class NoRoom extends Failure {
  readonly status = 503
  readonly code = 'no_room'

  constructor(name: string) {
    super(uploadMessages.noRoom(name))
  }
}

/** Anybody can sign up with any address; large files are for who is known. */
export class AddressUnconfirmed extends Failure {
  readonly status = 403
  readonly code = 'email_unconfirmed'

  constructor() {
    super(uploadMessages.confirmFirst)
  }
}

/** It was asked for as a whole before all of its parts had arrived. */
export class PartsMissing extends Failure {
  readonly status = 409
  readonly code = 'parts_missing'

  constructor() {
    super('Some of the file has not arrived yet')
  }
}

export class NotMultipart extends Failure {
  readonly status = 415
  readonly code = 'unsupported_content_type'

  constructor() {
    super('Send the file as multipart/form-data')
  }
}

/** The multipart body is malformed, or ended before it was complete. */
export class UnreadableUpload extends Failure {
  readonly status = 400
  readonly code = 'unreadable'

  constructor(cause: unknown) {
    super('The upload cannot be read')
    this.cause = cause
  }
}
