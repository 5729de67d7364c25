import { lookUp } from '#foundation/values/look-up.ts'

/** What people call the actions of the audit log; one that is missing is shown as it is. */
const words: Readonly<Record<string, string>> = {
  'users.role': 'Changed the role',
  'users.roles': 'Changed what an Admin may do',
  'users.invite': 'Invited a partner',
  'users.revoke': 'Revoked a partner invitation',
  'users.join': 'Accepted a partner invitation',
  'roles.write': 'Created a role',
  'roles.update': 'Changed a role',
  'roles.delete': 'Deleted a role',
  'permissions.write': 'Created a permission',
  'permissions.update': 'Changed a permission',
  'permissions.delete': 'Deleted a permission',
  'team.invite': 'Invited to the team',
  'team.revoke': 'Revoked an invitation',
  'team.join': 'Joined the team',
  'team.role': 'Changed a team role',
  'team.remove': 'Removed from the team',
  'team.leave': 'Left the team',
  'team.owner': 'Made owner',
  'team.take-back': 'Took the shop back',
  'customers.read': 'Looked at a customer',
  'sales.read': 'Looked at a sale',
  'sales.list': 'Listed sales',
  'customers.list': 'Listed customers',
  'withdrawals.list': 'Listed withdrawals',
  'withdrawals.read': 'Looked at a withdrawal',
  'files.list': 'Listed files',
  'files.read': 'Opened a file',
  'customers.correct-email': 'Corrected a customer’s email',
  'customers.merge': 'Merged two customers',
  'customers.undo-merge': 'Undid a merge of customers',
  'customers.erase': 'Erased a customer',
  'sellers.suspend': 'Suspended a seller',
  'sellers.lift': 'Lifted a suspension',
  'seller.shop': 'Changed how the shop shows itself',
  'forms.pause': 'Paused a form',
  'forms.resume': 'Resumed a paused form',
  'seller.details': 'Changed the seller’s invoice details',
  'seller.policy': 'Changed the seller’s withdrawal policy',
}

const verbs: Readonly<Record<string, string>> = { write: 'Added to', update: 'Changed', delete: 'Deleted' }

export function auditWords(action: string): string {
  const [entity = '', verb = ''] = action.split('.')
  return (
    lookUp(words, action) ??
    (lookUp(verbs, verb) === undefined ? action : `${lookUp(verbs, verb)} a seller’s ${entity}`)
  )
}
