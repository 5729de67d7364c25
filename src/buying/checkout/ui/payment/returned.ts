/** Whether the page's address is that of somebody who comes back from a bank's page. */
export function hasReturned(): boolean {
  return new URLSearchParams(window.location.search).has('purchase')
}
