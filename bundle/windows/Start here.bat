@echo off
rem Opens the campaign in the browser, in the folder for campaigns, and leaves a window for program commands.
title Campaign Manager
chcp 65001 >nul
if not exist "%~dp0campaign.exe" (
    echo Error: campaign.exe is not beside this file. Extract the whole zip file first, then open this file in the new folder.
    pause
    exit /b 1
)
set "PATH=%~dp0;%PATH%"
if not exist "%USERPROFILE%\Campaigns\" mkdir "%USERPROFILE%\Campaigns"
cd /d "%USERPROFILE%\Campaigns"
if errorlevel 1 (
    echo Error: the folder "%USERPROFILE%\Campaigns" cannot be opened. Make it yourself, then open this file again.
    pause
    exit /b 1
)
"%~dp0campaign.exe" desk
echo.
echo Type "campaign desk" to open the browser again, "campaign" to go on here, or close this window.
cmd /k
