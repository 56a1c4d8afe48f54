import type { ListTabsFacts } from '#ui/list/ListTabs.tsx'

/** The page's two lists, which have number and days in common. */
export const deliveryTabs: ListTabsFacts = {
  name: 'tab',
  items: [
    { key: '', label: '发送记录' },
    { key: 'inbound', label: '收到的回复' },
  ],
}
