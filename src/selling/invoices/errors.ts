import { msg } from '#foundation/language/t.ts'
import { defineFailure } from '#foundation/failures/failure.ts'

export class NothingToExport extends defineFailure(
  'nothing_to_export',
  409,
  msg('There are no numbered invoices in this month'),
) {}

export class TooManyInvoices extends defineFailure(
  'too_many_invoices',
  409,
  msg('This month has too many documents for one file. Use the CSV, or open them one by one.'),
) {}
