/** Tells other tabs of this browser which nouns have changed, so that none of them shows a reservation that was submitted here. */
const channel = new BroadcastChannel('changes')

export const tellOtherTabs = (nouns: readonly string[]): void => channel.postMessage(nouns)

/** Calls the function with the nouns that another tab has changed. */
export const onChangeInOtherTab = (callback: (nouns: readonly string[]) => void): void =>
  channel.addEventListener('message', ({ data }: MessageEvent<readonly string[]>) => callback(data))
