// copyLines lets the buttons in part of the page copy the text beside them, such as a line for a
// baseline.
export function copyLines(part) {
  for (const button of part.querySelectorAll("button[data-line][hidden]")) {
    button.hidden = false;
    button.addEventListener("click", () => copyLine(button));
  }
}

// copyLine copies the text beside a button.
export async function copyLine(button) {
  const text = button.parentElement.querySelector("code");
  try {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = "Copied";
  } catch {
    // Some browsers deny pages opened from disk access to the clipboard.
    getSelection().selectAllChildren(text);
    button.textContent = document.execCommand("copy") ? "Copied" : "Press Ctrl+C";
  }
}
