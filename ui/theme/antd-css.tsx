import { createRequire } from 'node:module'
import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import {
  Alert,
  App,
  AutoComplete,
  Button,
  Checkbox,
  ConfigProvider,
  DatePicker,
  Drawer,
  Dropdown,
  Empty,
  Form,
  Input,
  InputNumber,
  Menu,
  Modal,
  message,
  notification,
  Popconfirm,
  Popover,
  QRCode,
  Radio,
  Segmented,
  Select,
  Skeleton,
  Space,
  Spin,
  Steps,
  Switch,
  Tooltip,
  theme,
} from 'antd'
import { renderToStaticMarkup } from 'react-dom/server'
import { antdKey, antdTheme, type ThemeName } from './theme.ts'

const { iconStyles }: { iconStyles: string } = createRequire(import.meta.url)('@ant-design/icons/lib/renderUtils')

/** Each part of antd that a page shows; a build fails when the styles of one are missing here. */
const parts = (
  <App>
    <Alert />
    <AutoComplete />
    <Button />
    <Checkbox />
    <DatePicker />
    <Drawer />
    <Dropdown>
      <i />
    </Dropdown>
    <Empty />
    <Form>
      <Form.Item />
    </Form>
    <Input.OTP />
    <Input.Search />
    <Input.TextArea />
    <InputNumber />
    <Menu items={[]} />
    <Modal />
    <Modal._InternalPanelDoNotUseOrYouWillBeFired type="confirm" />
    <message._InternalPanelDoNotUseOrYouWillBeFired />
    <notification._InternalPanelDoNotUseOrYouWillBeFired />
    <Popconfirm title="" />
    <Popover />
    <QRCode value="1" />
    <Radio />
    <Segmented options={[]} />
    <Select />
    <Skeleton />
    <Space />
    <Space.Compact>
      <Space.Addon>¥</Space.Addon>
    </Space.Compact>
    <Spin />
    <Steps />
    <Switch />
    <Tooltip />
  </App>
)

/** Styles of the parts, which name their colours and sizes by variables, and the variables of a theme. */
function drawParts(name: ThemeName) {
  const cache = createCache()
  const algorithm = name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm
  renderToStaticMarkup(
    <StyleProvider cache={cache}>
      <ConfigProvider theme={antdTheme(name, algorithm, false)}>{parts}</ConfigProvider>
    </StyleProvider>,
  )
  return {
    styles: extractStyle(cache, { plain: true, types: 'style' }),
    variables: extractStyle(cache, { plain: true, types: ['token', 'cssVar'] }),
    names: new Set([...cache.cache.keys()].flatMap(key => /^style%[^%]*%([^%]*)/.exec(key)?.[1] ?? [])),
  }
}

const rule = /([^{}]+)\{([^{}]*)\}/g

/** The variables of a sheet that have other values in another one. */
function changesOf(sheet: string, other: string): string {
  const before = new Set([...sheet.matchAll(rule)].flatMap(([, scope, values = '']) => values.split(';').map(value => scope + value)))
  return other.replaceAll(rule, (_, scope: string, values: string) => {
    const changed = values.split(';').filter(value => !before.has(scope + value))
    return changed.length > 0 ? `:where([data-theme=dark]) ${scope}{${changed.join(';')}}` : ''
  })
}

/** No page writes from right to left, or has columns of antd's grid; variables of a theme inside ours are its own. */
const unused = /-rtl\b|\.ant-col-|\.css-var-|cache-path/
/** Links that are antd's parts alone are antd's. */
const ownLinks = (selector: string) => selector.replace(/^a\b/, `a:where(.${antdKey})`)
const withoutUnused = (css: string) =>
  css.replaceAll(rule, (_, selectors: string, values: string) => {
    const all = selectors.split(',')
    return all.every(selector => unused.test(selector)) ? '' : `${all.map(ownLinks).join()}{${values}}`
  })

/** antd's styles in both themes, as one sheet, and the names of the styles in it. */
export function antdCss(): { css: string; names: ReadonlySet<string> } {
  const [light, dark] = [drawParts('light'), drawParts('dark')]
  if (light.styles !== dark.styles) throw new Error('styles of antd differ by theme in more than their variables')
  const css = withoutUnused(light.variables + changesOf(light.variables, dark.variables) + light.styles)
  return { css: iconStyles + css, names: light.names }
}
