import { LoadingOutlined } from '@ant-design/icons'
import { App, ConfigProvider, type ConfigProviderProps, theme } from 'antd'
import zhCN from 'antd/es/locale/zh_CN.js'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import type { ReactNode } from 'react'
import './antd.css'
import { useMedia } from './media.ts'
import { antdTheme } from './theme.ts'
import { useTheme } from './theme-choice.ts'

dayjs.locale('zh-cn')

// The package is CommonJS to Node's resolution and a module to Vite's: for the former the locale is one level deeper.
const chinese = ('default' in zhCN ? zhCN.default : zhCN) as ConfigProviderProps['locale']

// Its leave animation may never end when an answer arrives at once: it is invisible then, and must not stay in the
// button's name either.
const loadingIcon = <LoadingOutlined aria-hidden />

/**
 * antd with our theme and in Chinese, with `App.useApp()` for messages and confirmations. Only around signed-in pages.
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  const name = useTheme()
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const algorithm = name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm
  // Built pages have the sheet of styles instead (vite.config.ts).
  const antd = { ...antdTheme(name, algorithm, isStill), zeroRuntime: import.meta.env.PROD }
  return (
    <ConfigProvider locale={chinese} theme={antd} button={{ autoInsertSpace: false, loadingIcon }}>
      <App component={false}>{children}</App>
    </ConfigProvider>
  )
}
