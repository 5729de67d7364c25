// The parameters with which the browser's payment fields make a confirmation token.
const buyer = {
  'payment_method_data[billing_details][name]': 'Ada',
  'payment_method_data[billing_details][email]': 'ada@example.com',
}
export const card = {
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': '4242424242424242',
  'payment_method_data[card][exp_month]': '8',
  'payment_method_data[card][exp_year]': String(new Date().getUTCFullYear() + 1),
  'payment_method_data[card][cvc]': '123',
}
export const ideal = { 'payment_method_data[type]': 'ideal', ...buyer }
export const link = { 'payment_method_data[type]': 'link', ...buyer }
export const debit = (iban = 'DE89370400440532013000') => ({
  'payment_method_data[type]': 'sepa_debit',
  'payment_method_data[sepa_debit][iban]': iban,
  ...buyer,
})
