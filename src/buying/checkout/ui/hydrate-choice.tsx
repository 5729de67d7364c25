import './page.css'
import { ChoicePage } from './price-choice.tsx'
import { startPage } from './start-page.tsx'

startPage(ChoicePage)
