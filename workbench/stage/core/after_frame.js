// What may wait until an act is seen: a timer alone would come before its frame, and asking the server takes longer than
// drawing it. A page that is hidden has no frames.
export const afterFrame = act => {
  if (document.hidden) setTimeout(act)
  else requestAnimationFrame(() => setTimeout(act))
}
