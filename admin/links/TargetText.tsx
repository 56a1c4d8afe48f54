import { CopyButton } from '#ui/CopyButton.tsx'
import style from './Links.module.css'

/** Some five lines. */
const shownCharacters = 200

/** Where a link leads, whole; a long one scrolls inside itself, by keys too, so that it can't hide what is said of the link below it. */
export const TargetText = ({ target }: { target: string }) => (
  <>
    {target.length > shownCharacters ? (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
      <section className={style.long} aria-label="目标网址" tabIndex={0}>
        {target}
      </section>
    ) : (
      target
    )}
    <CopyButton text={target} label="复制目标网址" />
  </>
)
