// help.js: the list of keys.

export function openHelp() {
  const dialog = document.getElementById("help");
  if (!dialog.open) dialog.showModal();
}
