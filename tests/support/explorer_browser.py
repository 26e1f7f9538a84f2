"""Chromium as tests of the explorer use it: a page, its keys, its pixels, and what it complains of."""
import base64
import io
import json
import os
import shutil
import time
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest

CHROMIUM = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")
DESK = (1280, 900)
PHONE = (360, 740)
PATIENCE = 20  # seconds


def missing():
    """Why no browser can be had; empty if one can."""
    try:
        import selenium  # noqa: F401
    except ImportError:
        return "python3-selenium is not installed"
    return "" if CHROMIUM and DRIVER else "chromium and chromium-driver are not installed"


def start():
    if reason := missing():
        pytest.skip(reason)
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    words = ["--headless=new", "--disable-dev-shm-usage", "--no-first-run", "--disable-sync",
             "--disable-background-networking", "--disable-component-update",
             "--disable-default-apps", "--force-color-profile=srgb"]
    if os.geteuid() == 0:
        words.append("--no-sandbox")
    for word in words:
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(service=Service(DRIVER), options=options)


class Browser:
    """`url` is that of the server; addresses are what stands behind it, #/tables."""

    def __init__(self, driver, url, shots):
        self.driver, self.url, self.shots = driver, url, Path(shots)
        self.drop_logs()
        self.size(DESK)

    def size(self, size, scheme="light"):
        """As a screen of `size` pixels, in light or dark colours."""
        width, height = size
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def open(self, address):
        """As who follows a link from elsewhere."""
        self.driver.get("about:blank")
        self.driver.get(f"{self.url}/{address}")
        self.settle()

    @property
    def address(self):
        return urlsplit(self.driver.current_url).fragment

    def settle(self):
        """Waits until nothing is busy and the address is written."""
        self.wait(lambda: self.run(
            "return document.readyState === 'complete' && document.querySelector('h1') !== null"
            " && document.querySelector('[aria-busy=true]') === null"))

    def wait(self, condition, what="the page"):
        end = time.monotonic() + PATIENCE
        while not (found := condition()):
            assert time.monotonic() < end, f"waited in vain for {what}: {self.text()}"
            time.sleep(0.02)
        return found

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def text(self, selector="main"):
        return self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def one(self, selector):
        return self.driver.find_element("css selector", selector)

    def link(self, text):
        return self.driver.find_element("link text", text)

    def keys(self, *keys):
        from selenium.webdriver.common.action_chains import ActionChains
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def keys_with(self, modifier, key):
        from selenium.webdriver.common.action_chains import ActionChains
        chain = ActionChains(self.driver, duration=0)
        chain.key_down(modifier).send_keys(key).key_up(modifier).perform()

    def pixels(self):
        """Of the picture: rows, columns, and red, green, blue."""
        from PIL import Image
        data = self.run("return document.querySelector('canvas').toDataURL()").split(",")[1]
        return np.asarray(Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB"))

    def shot(self, name):
        self.shots.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(self.shots / f"{name}.png"))

    def drop_logs(self):
        self.driver.get_log("browser")
        self.driver.get_log("performance")

    def complaints(self):
        """Messages on the console, among them what the policy of the page forbade."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def events(self):
        """What went over the network since it was asked: names and parameters."""
        entries = (json.loads(entry["message"])["message"]
                   for entry in self.driver.get_log("performance"))
        return [(entry["method"], entry["params"]) for entry in entries]

    def asked(self):
        """The addresses of all requests."""
        return [event["request"]["url"] for name, event in self.events()
                if name == "Network.requestWillBeSent"]
