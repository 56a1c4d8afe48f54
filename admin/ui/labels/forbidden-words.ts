import { wordLevels } from '#contract/forbidden-words/word.ts'
import { tagged } from '#ui/StateTag.tsx'

export const wordLevelTags = tagged(wordLevels, { reject: 'bad', review: 'waiting' })
