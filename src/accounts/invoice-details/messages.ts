/** The texts of the toasts about what invoices say. */
export const invoiceDetailsMessages = {
  saved: 'Invoice details saved',
  failed: 'Something went wrong when saving the invoice details',
} as const
