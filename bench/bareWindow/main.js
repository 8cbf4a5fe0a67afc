// The least an Electron app can be: the baseline of bench/start.mjs.
const { app, BrowserWindow } = require('electron');
const path = require('node:path');

app.on('window-all-closed', () => app.quit());
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false });
  window.once('ready-to-show', () => window.show());
  void window.loadFile(path.join(__dirname, 'index.html'));
});
