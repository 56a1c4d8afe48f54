import { Drawer } from 'antd'
import { termsOnPage } from '#ui/display/term-tip.ts'
import { useFocusBack } from '#ui/overlay/focus-back.ts'
import style from './Help.module.css'
import type { HelpFacts, ShortcutWords } from './Help.tsx'
import { commandKey } from './SearchBox.tsx'

const commonKeys: readonly ShortcutWords[] = [
  [`${commandKey}K`, '搜索'],
  ['/', '定位到本页的搜索框'],
  ['?', '打开帮助'],
  ['Esc', '关闭弹窗和抽屉'],
  ['Enter', '提交表单、执行搜索'],
  ['J 或 K', '列表的下一行、上一行（在行上也可用 ↓ ↑），Enter 打开'],
  ['X', '勾选列表的当前行'],
]

/** Help with one page: its purpose, further reading, the keys, the terms on it. */
export function HelpDrawer({ title, about, more, keys = [], isOpen, onClose }: HelpFacts & { isOpen: boolean; onClose: () => void }) {
  useFocusBack(isOpen)
  const terms = isOpen ? termsOnPage() : []
  return (
    <Drawer open={isOpen} onClose={onClose} size={400} title="帮助" destroyOnHidden styles={{ wrapper: { maxWidth: '100vw' } }}>
      <div className={style.help}>
        <section>
          <h2>{title}</h2>
          {about ? <p>{about}</p> : null}
          {more}
        </section>
        <section>
          <h2>快捷键</h2>
          <dl className={style.keys}>
            {[...keys, ...commonKeys].map(([key, what]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
        {terms.length > 0 ? (
          <section>
            <h2>本页名词</h2>
            <dl className={style.terms}>
              {terms.map(([word, meaning]) => (
                <div key={word}>
                  <dt>{word}</dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ) : null}
      </div>
    </Drawer>
  )
}
