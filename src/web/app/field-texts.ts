import { z } from 'zod'
import { fieldText } from '#foundation/http/input/field-text.ts'

// Form rules without their own text use the server's words.
z.config({ customError: fieldText })
