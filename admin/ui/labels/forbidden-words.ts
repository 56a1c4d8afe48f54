import { wordLevels } from '#contract/forbidden-words/word.ts'
import { tagged } from '#ui/display/StateTag.tsx'

export const wordLevelTags = tagged(wordLevels, { reject: 'bad', review: 'waiting' })
