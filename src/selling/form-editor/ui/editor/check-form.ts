import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { formCreate, type FormCreate } from '#selling/forms/contract.ts'
import type { FormValues } from './form-values.ts'
import { shownValues } from './shown-values.ts'

const pictureMissing = 'select an image or enter a video url'
const byContract = zodResolver<FormValues, unknown, FormCreate>(formCreate)

/**
 * The contract's own checks. It looks at fields together only once each is fine by itself, so the missing picture is
 * named here as well: all problems are to be seen at once.
 */
export const checkForm: Resolver<FormValues, unknown, FormCreate> = async (values, context, options) => {
  const result = await byContract(shownValues(values), context, options)
  const isPictureMissing = isEmpty(values.image) && isEmpty(values.video)
  if (!isPictureMissing || Object.keys(result.errors).length === 0) return result
  return {
    values: {},
    errors: { ...result.errors, image: { type: 'custom', message: pictureMissing } },
  }
}

function isEmpty(value: string | null | undefined): boolean {
  return value === null || value === undefined || value === ''
}
