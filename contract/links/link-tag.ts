import { z } from 'zod'
import { textOf } from '#contract/rules.ts'
import { limits } from '#values/limits.ts'

const tag = textOf('标签', limits.linkTagCharacters)
/** Tags of one link. It stands by itself, so that a list of links need not load all that a link's form needs. */
export const linkTagsRule = z.array(tag).max(limits.linkTags, `最多${limits.linkTags}个标签`)
