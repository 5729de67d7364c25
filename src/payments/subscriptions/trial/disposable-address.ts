let listed: Promise<ReadonlySet<string>> | undefined

/**
 * Whether an email address is of a service that gives addresses away for minutes, by a list that comes as a package: it tells
 * nobody from another. It is loaded with the first trial.
 */
export async function isDisposable(email: string): Promise<boolean> {
  listed ??= import('disposable-email-domains-js').then((list) => list.disposableEmailBlocklistSet())
  const domains = await listed
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.some((_, place) => domains.has(labels.slice(place).join('.')))
}
