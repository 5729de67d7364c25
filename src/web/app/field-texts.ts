import { z } from 'zod'
import { fieldText } from '#foundation/http/input/field-text.ts'

// What a field's own rules have no text for is said in the words that the server uses.
z.config({ customError: fieldText })
