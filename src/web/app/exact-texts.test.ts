import { linkMessages } from '#web/kit/feedback/copy-text.tsx'
// Texts that people and other programs rely on. Their odd spellings and trailing spaces are intentional.
import { expect, test } from 'vitest'
import { billingMessages } from '#accounts/billing/messages.ts'
import { bumpMessages } from '#selling/products/bumps/ui/bump-item.ts'
import { cardMessages } from '#foundation/card-provider/messages.ts'
import { paymentMessages } from '#payments/purchases/messages.ts'
import { checkoutMessages } from '#buying/checkout/messages.ts'
import { formMessages } from '#selling/form-editor/messages.ts'
import { profileMessages, identityMessages } from '#accounts/identity/messages.ts'
import { offerMessages } from '#selling/products/offers/ui/offer-item.ts'
import { onboardingMessages } from '#accounts/onboarding/messages.ts'
import { taxMessages } from '#selling/taxes/ui/tax-item.ts'
import { uploadMessages } from '#accounts/uploads/messages.ts'
import { deleteMessages } from '#web/kit/dialog/confirm-dialog.tsx'

test('sign-in and sign-up show each error next to its field', () => {
  expect(
    Object.fromEntries(
      Object.entries(identityMessages).map(([code, { field, message }]) => [
        code,
        { field, message: message() },
      ]),
    ),
  ).toEqual({
    'user-not-found': { field: 'email', message: 'User does not exist' },
    'wrong-password': { field: 'password', message: 'Wrong password ' },
    'invalid-email': {
      field: 'email',
      message: 'Invalid Email format , please verify the email you entered ',
    },
    'weak-password': { field: 'password', message: 'Password is weak ' },
    'email-already-in-use': { field: 'email', message: 'Email is already is use ' },
    other: { field: 'server', message: 'Server Error , please try again or contact admin' },
  })
})

test.each([
  [formMessages.created(), 'form created successfully'],
  [formMessages.updated(), 'form updated successfully'],
  [checkoutMessages.paid(), 'Form paid successfully'],
  [bumpMessages.created(), 'bump created successfully'],
  [bumpMessages.updated(), 'bump updated successfully'],
  [deleteMessages.deleted('A bump'), 'A bump Deleted successfully'],
  [offerMessages.created(), 'oneTimeOffer created successfully'],
  [offerMessages.updated(), 'one Time Offer updated successfully'],
  [taxMessages.created(), 'Tax rate created successfully'],
  [taxMessages.updated(), 'Tax rate updated successfully'],
  [taxMessages.deleted(), 'Tax rate deleted successfully'],
  [billingMessages.canceled(), 'Subscription Cancelled successfully'],
  [billingMessages.changed(), 'Plan Changed successfully'],
  [profileMessages.edited(), 'User edited successfully'],
  [linkMessages().copied, 'Link Copied to your clipboard!'],
  [linkMessages().failed, 'Faild to copy Linkto your clipboard!'],
  [formMessages.shortLinkCopied(), 'Short link copied to your clipboard!'],
  [formMessages.shortLinkCopyFailed(), 'Failed to copy short link to clipboard!'],
  [bumpMessages.createFailed(), 'Something went wrong when creating bump'],
  [paymentMessages.failed, 'Something went wrong durring form payment , please try again !'],
  [cardMessages.notLoaded(), 'Error processing payment through stripe, try again or contact admin'],
  [cardMessages.methodFailed(), 'Error processing your payment method, try again or contact admin'],
  [onboardingMessages.connectFirst(), 'You need to connect your stripe account with our service'],
  [billingMessages.featureMissing(), "Your subscription doesn't have this feature"],
  [billingMessages.notSubscribed(), 'This Account is not subscribed to any plan, retry ...'],
  [
    deleteMessages.question('A bump'),
    'Are you sure you want to delete A bump. This action cannot be undone..',
  ],
  [uploadMessages.tooLarge('a.pdf'), 'File a.pdf is too large. Maximum size is 10MB'],
  [uploadMessages.notSupported('a/b'), 'File type a/b is not supported'],
  [uploadMessages.notSignedIn(), 'User must be authenticated to upload files'],
  [uploadMessages.uploadFailed('a.pdf'), 'Failed to upload a.pdf'],
  [uploadMessages.deleteFailed('a.pdf'), 'Failed to delete a.pdf'],
  [uploadMessages.uploading(), 'Uploading in Progress'],
  [uploadMessages.pictureHint(), 'PNG, JPG, GIF up to 10MB'],
])('the text "%s" stays exactly the same', (said, exact) => {
  expect(said).toBe(exact)
})
